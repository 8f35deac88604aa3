package media

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/media/mediadb"
)

// personalFile is an uploaded file as it stands in the copy of somebody's data.
type personalFile struct {
	Filename    string    `json:"filename"`
	Purpose     Purpose   `json:"purpose"`
	ContentType string    `json:"contentType"`
	Bytes       int64     `json:"size"`
	URL         string    `json:"url"`
	CreatedAt   time.Time `json:"createdAt"`
}

// PersonalData returns what a user uploaded, the newest first, for the copy of their data. It asks for no permission: the
// caller has. A private file is opened by a link, which its owner may ask for.
func (s *Service) PersonalData(ctx context.Context, userID uuid.UUID) (string, any, error) {
	rows, err := mediadb.New(s.db).MediaOfOwner(ctx, &userID)
	if err != nil {
		return "", nil, fmt.Errorf("uploads of a user: %w", err)
	}
	files := make([]personalFile, len(rows))
	for i, row := range rows {
		m := fromDB(row)
		files[i] = personalFile{
			Filename: m.Filename, Purpose: m.Purpose, ContentType: m.ContentType, Bytes: m.Size, URL: m.URL(), CreatedAt: m.CreatedAt,
		}
	}
	return "uploads", files, nil
}
