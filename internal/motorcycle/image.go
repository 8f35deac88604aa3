package motorcycle

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// NewImage is a picture to be added (specification section 5). The first picture of a motorcycle need not be its
// primary one.
type NewImage struct {
	URL      string
	Filename string
	AltText  string
	Primary  bool
}

// imageEntity is what the audit log calls a picture.
const imageEntity = "motorcycle-image"

// longestAltText bounds the words that stand for a picture.
const longestAltText = 500

// ErrImageNotFound says that the motorcycle has no such picture.
var ErrImageNotFound = errs.New(errs.NotFound, "MOTORCYCLE_IMAGE_NOT_FOUND")

// CheckImageCreate tells whether the caller may add pictures to a motorcycle, before anything is stored for one. Returns
// ErrNotFound for one out of reach.
func (s *Service) CheckImageCreate(ctx context.Context, motorcycleID uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleImageCreate)
	if err != nil {
		return err
	}
	owner, err := motorcycledb.New(s.db).FranchiseOfMotorcycle(ctx, motorcycleID)
	if err != nil && !postgres.NoRows(err) {
		return fmt.Errorf("find the motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &owner) {
		return ErrNotFound
	}
	return nil
}

// AddImage is AddImageTx in a transaction of its own.
func (s *Service) AddImage(ctx context.Context, motorcycleID uuid.UUID, in NewImage) (Image, error) {
	var added Image
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var err error
		added, err = s.AddImageTx(ctx, tx, motorcycleID, in)
		return err
	})
	return added, err
}

// AddImageTx adds a picture behind the others; a primary one takes the place of the primary one before. It asks for
// CheckImageCreate's permission itself. Returns VALIDATION and ErrNotFound.
func (s *Service) AddImageTx(ctx context.Context, tx pgx.Tx, motorcycleID uuid.UUID, in NewImage) (Image, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleImageCreate)
	if err != nil {
		return Image{}, err
	}
	var c errs.Collector
	check.URL(&c, "imageUrl", in.URL)
	check.Text(&c, "filename", in.Filename, 0, 255)
	check.Text(&c, "altText", in.AltText, 0, longestAltText)
	if err := c.Err(); err != nil {
		return Image{}, err
	}
	owner, err := lockTx(ctx, tx, scope, motorcycleID)
	if err != nil {
		return Image{}, err
	}
	q := motorcycledb.New(tx)
	if in.Primary {
		if err := q.ClearPrimaryImage(ctx, motorcycleID); err != nil {
			return Image{}, fmt.Errorf("clear the primary image: %w", err)
		}
	}
	row, err := q.InsertImage(ctx, motorcycledb.InsertImageParams{
		ID: uuid.Must(uuid.NewV7()), MotorcycleID: motorcycleID, ImageUrl: in.URL, Filename: in.Filename, AltText: in.AltText,
		IsPrimary: in.Primary, Now: s.clock.Now(),
	})
	if err != nil {
		return Image{}, fmt.Errorf("insert image: %w", err)
	}
	added := imageFromDB(row)
	return added, s.recordImageTx(ctx, tx, authz.MotorcycleImageCreate, owner, nil, &added)
}

// UpdateImageInput changes a picture: a nil field stays as it is.
type UpdateImageInput struct {
	AltText *string
	// Primary makes it the primary one, in the place of the one before, or a plain one.
	Primary *bool
}

// UpdateImage changes the words or the rank of a picture. Returns VALIDATION, ErrNotFound and ErrImageNotFound.
func (s *Service) UpdateImage(ctx context.Context, motorcycleID, imageID uuid.UUID, in UpdateImageInput) (Image, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleImageCreate)
	if err != nil {
		return Image{}, err
	}
	var updated Image
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		owner, was, err := lockImageTx(ctx, tx, scope, motorcycleID, imageID)
		if err != nil {
			return err
		}
		wanted := was
		set(&wanted.AltText, in.AltText)
		set(&wanted.Primary, in.Primary)
		var c errs.Collector
		check.Text(&c, "altText", wanted.AltText, 0, longestAltText)
		if err := c.Err(); err != nil {
			return err
		}
		q := motorcycledb.New(tx)
		if wanted.Primary && !was.Primary {
			if err := q.ClearPrimaryImage(ctx, motorcycleID); err != nil {
				return fmt.Errorf("clear the primary image: %w", err)
			}
		}
		row, err := q.UpdateImage(ctx, motorcycledb.UpdateImageParams{ID: imageID, AltText: wanted.AltText, IsPrimary: wanted.Primary})
		if err != nil {
			return fmt.Errorf("update image: %w", err)
		}
		updated = imageFromDB(row)
		return s.recordImageTx(ctx, tx, authz.MotorcycleImageCreate, owner, &was, &updated)
	})
	return updated, err
}

// OrderImages puts a motorcycle's pictures in the order of ids, which names each of them once. The primary one is shown
// first all the same. Returns VALIDATION and ErrNotFound.
func (s *Service) OrderImages(ctx context.Context, motorcycleID uuid.UUID, ids []uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleImageCreate)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		owner, err := lockTx(ctx, tx, scope, motorcycleID)
		if err != nil {
			return err
		}
		q := motorcycledb.New(tx)
		was, err := q.ListImageIDs(ctx, motorcycleID)
		if err != nil {
			return fmt.Errorf("list images: %w", err)
		}
		var c errs.Collector
		c.Check(samePictures(was, ids), "imageIds", "INCOMPLETE")
		if err := c.Err(); err != nil {
			return err
		}
		if err := q.PlaceImages(ctx, ids); err != nil {
			return fmt.Errorf("place images: %w", err)
		}
		return audit.RecordTx(ctx, tx, audit.Entry{
			At: s.clock.Now(), Action: authz.MotorcycleImageCreate, Entity: entity, EntityID: motorcycleID, FranchiseID: &owner.FranchiseID,
			Changes: audit.Diff(map[string]any{"imageIds": was}, map[string]any{"imageIds": ids}),
		})
	})
}

// samePictures tells whether b has each id of a once and no other.
func samePictures(a, b []uuid.UUID) bool {
	byID := func(x, y uuid.UUID) int { return slices.Compare(x[:], y[:]) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), byID), slices.SortedFunc(slices.Values(b), byID))
}

// DeleteImage takes a picture away and returns its address, so that the file behind it can be collected. Returns
// ErrNotFound and ErrImageNotFound.
func (s *Service) DeleteImage(ctx context.Context, motorcycleID, imageID uuid.UUID) (string, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleImageDelete)
	if err != nil {
		return "", err
	}
	var address string
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		owner, was, err := lockImageTx(ctx, tx, scope, motorcycleID, imageID)
		if err != nil {
			return err
		}
		if err := motorcycledb.New(tx).DeleteImage(ctx, imageID); err != nil {
			return fmt.Errorf("delete image: %w", err)
		}
		address = was.URL
		return s.recordImageTx(ctx, tx, authz.MotorcycleImageDelete, owner, &was, nil)
	})
	return address, err
}

// lockImageTx locks the motorcycle of a picture and returns both.
func lockImageTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, motorcycleID, imageID uuid.UUID) (Motorcycle, Image, error) {
	owner, err := lockTx(ctx, tx, scope, motorcycleID)
	if err != nil {
		return Motorcycle{}, Image{}, err
	}
	row, err := motorcycledb.New(tx).GetImage(ctx, motorcycledb.GetImageParams{ID: imageID, MotorcycleID: motorcycleID})
	if postgres.NoRows(err) {
		return Motorcycle{}, Image{}, ErrImageNotFound
	}
	if err != nil {
		return Motorcycle{}, Image{}, fmt.Errorf("get image: %w", err)
	}
	return owner, imageFromDB(row), nil
}

// recordImageTx writes what became of a picture into the audit log; nil stands for one that is not there.
func (s *Service) recordImageTx(ctx context.Context, tx pgx.Tx, action authz.Permission, owner Motorcycle, was, is *Image) error {
	image := is
	if image == nil {
		image = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: imageEntity, EntityID: image.ID, FranchiseID: &owner.FranchiseID,
		Changes: audit.Diff(was.snapshot(owner), is.snapshot(owner)),
	})
}

func (i *Image) snapshot(owner Motorcycle) map[string]any {
	if i == nil {
		return nil
	}
	return map[string]any{"motorcycleId": owner.ID, "imageUrl": i.URL, "altText": i.AltText, "isPrimary": i.Primary}
}

func imageFromDB(row motorcycledb.MotorcycleImage) Image {
	return Image{ID: row.ID, URL: row.ImageUrl, AltText: row.AltText, Primary: row.IsPrimary}
}
