package api_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	reader "github.com/ledongthuc/pdf"
	"github.com/stretchr/testify/require"

	papers "rihla/internal/document"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// read is the text of a PDF that was answered to be saved, as it stands from left to right.
func (a testApp) read(t *testing.T, answer apptest.Answer, name string) string {
	t.Helper()
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Equal(t, "application/pdf", answer.Header.Get("Content-Type"))
	require.Equal(t, "private, no-store", answer.Header.Get("Cache-Control"))
	require.Equal(t, "attachment; filename="+name+".pdf", answer.Header.Get("Content-Disposition"))
	file, err := reader.NewReader(bytes.NewReader(answer.Body), int64(len(answer.Body)))
	require.NoError(t, err)
	var out strings.Builder
	for page := 1; page <= file.NumPage(); page++ {
		for _, p := range file.Page(page).Content().Text {
			out.WriteString(strings.NewReplacer("\uFFFD", "", "\u00a0", " ").Replace(p.S))
		}
	}
	return out.String()
}

// contracts is how many were made for a booking, and stored.
func (a testApp) contracts(t *testing.T, id uuid.UUID) int {
	t.Helper()
	return lockRows(t, a, "select count(*) from documents where booking_id = $1 and kind = 'CONTRACT' and storage_key is not null", id)
}

func TestContractFromConfirmationToReturn(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	path, name := "/bookings/"+b.ID.String()+"/contract", "rihla-contract-"+b.Reference
	require.Equal(t, "There is no such document for this booking", rider.In("en").Get(path).Problem().Message, "unpaid")
	require.Nil(t, apptest.Data[struct{ Booking object }](rider.Get("/bookings/" + b.ID.String())).Booking["contractUrl"])

	a.confirmPaid(t, b.ID)
	a.Eventually(func() bool { return a.contracts(t, b.ID) == 1 }, "a contract")
	was := apptest.Data[struct{ Booking object }](rider.Get("/bookings/" + b.ID.String())).Booking
	require.Equal(t, path, was["contractUrl"])
	answer := rider.Get(path)
	text := a.read(t, answer, name)
	var plate string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select registration_number from motorcycles where id = $1", stage.MotorcycleID).Scan(&plate))
	for _, part := range []string{"Rental contract", b.Reference, plate, "Amina Rider", "900.00 MAD", "The customer: date"} {
		require.Contains(t, text, part)
	}
	require.Contains(t, a.read(t, staff.Get(path+"?lang=fr"), name), "Contrat de location")
	require.Contains(t, a.read(t, staff.Get(path+"?lang=ar"), name), "ءارك دقع")
	require.Equal(t, http.StatusUnprocessableEntity, rider.Get(path+"?lang=de").Status)
	require.Equal(t, answer.Body, rider.Get(path).Body)

	// Another period is another contract, and reading the old one does not bring it back.
	moved := a.move(staff, b.ID, soon.Add(24*time.Hour), soon.Add(72*time.Hour))
	require.Equal(t, http.StatusOK, moved.Status, "%s", moved.Body)
	again := rider.Get(path)
	require.NotEqual(t, answer.Body, again.Body)
	require.NotEqual(t, text, a.read(t, again, name))
	a.Eventually(func() bool { return a.contracts(t, b.ID) == 2 }, "a contract of the new period")
	other := a.Motorcycle(stage, apptest.DayPrice)
	require.Equal(t, http.StatusOK, reassign(staff, rider.Booking(b.ID), other).Status)
	a.Eventually(func() bool { return a.contracts(t, b.ID) == 3 }, "a contract of the other motorcycle")
	require.NoError(t, a.DB().QueryRow(t.Context(), "select registration_number from motorcycles where id = $1", other).Scan(&plate))
	require.Contains(t, a.read(t, rider.Get(path), name), plate)

	// After the rental the contract stays what it was.
	for _, status := range []string{"ACTIVE", "COMPLETED"} {
		changedBooking(t, a.put(staff, b.ID, map[string]any{"bookingStatus": status}))
	}
	a.exec(t, "update users set first_name = 'Somebody', last_name = 'Else' where id = $1", rider.UserID)
	require.Contains(t, a.read(t, rider.Get(path), name), "Amina Rider")
	a.Idle()
	require.Equal(t, 3, a.contracts(t, b.ID))
}

func TestReceiptTellsOfMoney(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	path, name := "/bookings/"+b.ID.String()+"/receipt?lang=en", "rihla-receipt-"+b.Reference
	require.Equal(t, "DOCUMENT_NOT_FOUND", rider.Get(path).Problem().Code, "nothing was taken")
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)
	paid := a.read(t, rider.Get(path), name)
	require.Contains(t, paid, "Paid (Payzone)")
	require.Contains(t, paid, *rider.Booking(b.ID).Payment.GatewayTransactionID)
	require.NotContains(t, paid, "Given back")
	require.Contains(t, paid, "Paid in all900.00 MAD")

	require.Equal(t, http.StatusOK, staff.Post(paymentPath(*b.PaymentID)+"/refund", map[string]any{"refundAmount": 100.5}).Status)
	a.Eventually(func() bool {
		return lockRows(t, a, "select count(*) from documents where booking_id = $1 and kind = 'RECEIPT' and storage_key is not null", b.ID) == 1
	}, "a receipt that tells of the refund, before anybody asks")
	refunded := a.read(t, rider.Get(path), name)
	require.Contains(t, refunded, "-100.50 MAD")
	require.Contains(t, refunded, "Paid in all799.50 MAD")
}

// Who leaves takes back no receipt, and one that is made later says who was paid back.
func TestReceiptOutlivesTheAccount(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	path, name := "/bookings/"+b.ID.String()+"/receipt?lang=en", "rihla-receipt-"+b.Reference
	var customer string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select first_name || ' ' || last_name from users where id = $1", rider.UserID).Scan(&customer))
	before := a.read(t, staff.Get(path), name)
	require.Contains(t, before, customer)
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	a.awaitPayment(rider, b.ID, "REFUNDED")
	paidBack := a.read(t, staff.Get(path), name)
	require.Equal(t, http.StatusNoContent, a.Staff(authz.Admin, nil).Do(http.MethodDelete, "/users/"+rider.UserID.String(), nil).Status)
	require.Equal(t, paidBack, a.read(t, staff.Get(path), name))

	_, err := a.DB().Exec(t.Context(), "update franchises set contact_phone = '+212 522 000 111'")
	require.NoError(t, err)
	later := a.read(t, staff.Get(path), name)
	require.Contains(t, later, customer, "another paper, by the same name")
	require.NotEqual(t, paidBack, later)
}

func TestDocumentsAreTheParties(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	own, others, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	for _, kind := range []string{"contract", "receipt"} {
		path := "/bookings/" + b.ID.String() + "/" + kind
		for _, c := range []*apptest.Caller{rider, own, admin} {
			require.Equal(t, http.StatusOK, c.Get(path).Status)
		}
		for _, c := range []*apptest.Caller{a.Customer(), others} {
			require.Equal(t, "BOOKING_NOT_FOUND", c.Get(path).Problem().Code)
		}
		require.Equal(t, http.StatusUnauthorized, a.Visitor().Get(path).Status)
		for _, id := range []string{uuid.NewString(), "1", "%00"} {
			require.Equal(t, "BOOKING_NOT_FOUND", rider.Get("/bookings/"+id+"/"+kind).Problem().Code)
		}
	}
	require.Equal(t, 6, lockRows(t, a, `
		select count(*) from audit_log l join documents d on d.id = l.entity_id
		where d.booking_id = $1 and l.entity = 'document' and l.action = 'BOOKING_GET_BY_ID' and l.franchise_id = $2 and l.changes ? 'opened'`,
		b.ID, stage.FranchiseID), "every use is recorded")
}

// Jobs that run again, or at once, and readers beside them make one document.
func TestDocumentIsMadeOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	a.Idle()
	a.exec(t, "delete from documents where booking_id = $1", b.ID)
	var together sync.WaitGroup
	errors := make(chan error, 8)
	for range cap(errors) {
		together.Go(func() {
			errors <- a.Services().Document.Make(authz.AsSystem(context.WithoutCancel(t.Context()), "test"), papers.Contract, b.ID)
		})
	}
	require.Equal(t, http.StatusOK, rider.Get("/bookings/"+b.ID.String()+"/contract").Status)
	together.Wait()
	close(errors)
	for err := range errors {
		require.NoError(t, err)
	}
	require.Equal(t, 1, a.contracts(t, b.ID))
}

// What the store has lost or does not give is made again from what it said.
func TestDocumentWithoutItsFile(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := a.paid(t, rider, stage, soon)
	a.Eventually(func() bool { return a.contracts(t, b.ID) == 1 }, "a contract")
	path := "/bookings/" + b.ID.String() + "/contract"
	stored := rider.Get(path).Body
	files, err := filepath.Glob(filepath.Join(a.Config.DataDir, "media", "private", "documents", "*.pdf"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	require.Equal(t, stored, content)
	require.NoError(t, os.Remove(files[0]))
	require.Equal(t, stored, rider.Get(path).Body)
}
