package franchise

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rihla/internal/franchise/franchisedb"
)

// ByIDs returns franchises of any status, as the public sees them; an unknown id is left out. It asks for no permission: the caller has been let
// see what belongs to them.
func (s *Service) ByIDs(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Franchise, error) {
	rows, err := franchisedb.New(s.db).ListFranchisesByID(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("list franchises by id: %w", err)
	}
	found := make(map[uuid.UUID]Franchise, len(rows))
	for _, row := range rows {
		f, err := s.administered(row)
		if err != nil {
			return nil, err
		}
		f.Administration = nil
		found[row.ID] = f
	}
	return found, nil
}
