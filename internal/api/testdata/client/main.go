// Command consumer is somebody else's program: it knows the service by its OpenAPI document alone, from which its
// client was generated. It finds a motorcycle, prices it, registers, books and is refused a second time.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"rihla/internal/consumer/client"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, server, day string) error {
	start, err := time.Parse(time.RFC3339, day)
	if err != nil {
		return err
	}
	api, err := client.NewClientWithResponses(server)
	if err != nil {
		return err
	}
	found, err := api.SearchMotorcyclesWithResponse(ctx, &client.SearchMotorcyclesParams{})
	if err != nil {
		return err
	}
	if found.JSON200 == nil || len(found.JSON200.Data.Motorcycles) == 0 {
		return fmt.Errorf("search: %s %s", found.Status(), found.Body)
	}
	motorcycle := found.JSON200.Data.Motorcycles[0]

	end := start.Add(48 * time.Hour)
	priced, err := api.QuoteBookingWithResponse(ctx, client.QuoteBookingJSONRequestBody{
		MotorcycleId: motorcycle.Id, StartDatetime: start, EndDatetime: end,
	})
	if err != nil {
		return err
	}
	if priced.JSON200 == nil || priced.JSON200.Data.Quote.Days != 2 {
		return fmt.Errorf("quote: %s %s", priced.Status(), priced.Body)
	}
	total := priced.JSON200.Data.Quote.TotalAmount

	registered, err := api.RegisterWithResponse(ctx, client.RegisterJSONRequestBody{
		FirstName: "Omar", LastName: "Idrissi", Email: "omar@example.com", Password: "Atlas-2027",
	})
	if err != nil {
		return err
	}
	if registered.JSON201 == nil {
		return fmt.Errorf("register: %s %s", registered.Status(), registered.Body)
	}
	signedIn := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+registered.JSON201.Data.AccessToken)
		return nil
	}
	location := "current:33.5731,-7.5898"
	body := client.CreateBookingJSONRequestBody{
		MotorcycleId: motorcycle.Id, StartDatetime: start, EndDatetime: end, Location: &location, TotalAmount: &total,
	}
	booked, err := api.CreateBookingWithResponse(ctx, &client.CreateBookingParams{}, body, signedIn)
	if err != nil {
		return err
	}
	if booked.JSON201 == nil || booked.JSON201.Data.Booking.TotalAmount != total {
		return fmt.Errorf("book: %s %s", booked.Status(), booked.Body)
	}
	again, err := api.CreateBookingWithResponse(ctx, &client.CreateBookingParams{}, body, signedIn)
	if err != nil {
		return err
	}
	refusal := again.ApplicationproblemJSON409
	if refusal == nil || refusal.Code != "BOOKING_CONFLICT" || refusal.Alternatives == nil {
		return fmt.Errorf("book again: %s %s", again.Status(), again.Body)
	}
	fmt.Println(booked.JSON201.Data.Booking.Reference, total)
	return nil
}
