package app

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/spa"
)

// catalogue tells the site's pages of the motorcycles that anybody may find.
type catalogue struct{ motorcycles *motorcycle.Service }

func (c catalogue) Motorcycle(ctx context.Context, id uuid.UUID) (spa.Motorcycle, error) {
	m, err := c.motorcycles.Get(ctx, id)
	if errors.Is(err, motorcycle.ErrNotFound) {
		return spa.Motorcycle{}, spa.ErrNoMotorcycle
	}
	if err != nil {
		return spa.Motorcycle{}, err
	}
	out := spa.Motorcycle{
		ID: m.ID, Make: m.Make, Model: m.Model, Description: m.Description, Year: m.Year, DayPrice: m.DayPrice,
		FranchiseName: m.FranchiseName,
		Place:         spa.Place{Name: m.Place.Name, Address: m.Place.Address, Latitude: m.Place.Latitude, Longitude: m.Place.Longitude},
	}
	if m.EngineSizeCC != nil {
		out.EngineSizeCC = *m.EngineSizeCC
	}
	if m.Transmission != nil {
		out.Transmission = string(*m.Transmission)
	}
	if m.Category != nil {
		out.Category = string(*m.Category)
	}
	for _, image := range m.Images {
		out.Pictures = append(out.Pictures, image.URL)
	}
	return out, nil
}

func (c catalogue) Listed(ctx context.Context, limit int) ([]spa.Listed, error) {
	rows, err := c.motorcycles.Listed(ctx, limit)
	if err != nil {
		return nil, err
	}
	out := make([]spa.Listed, len(rows))
	for i, row := range rows {
		out[i] = spa.Listed(row)
	}
	return out, nil
}
