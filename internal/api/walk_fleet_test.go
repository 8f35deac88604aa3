package api_test

import (
	"maps"

	"github.com/google/uuid"
)

// fleetWalk are the fleet's lines of the walk's table.
var fleetWalk = map[string]func(*world, caller) sample{
	"assignMotorcycleFeature": func(w *world, _ caller) sample {
		return sample{about: w.motorcycle(), body: object{"featureId": w.feature().id}}
	},
	"createMotorcycle": func(w *world, _ caller) sample {
		body := motorcycleBody(w.next("plate"))
		body["franchiseId"] = w.ours.FranchiseID
		return sample{about: w.franchise(), body: body}
	},
	"deleteMotorcycle":      func(w *world, _ caller) sample { return sample{about: w.motorcycle()} },
	"deleteMotorcycleImage": func(w *world, _ caller) sample { return sample{about: w.franchise(), path: w.picture()} },
	"exportMotorcycles":     func(w *world, _ caller) sample { return sample{about: w.ofOurs(w.ours.MotorcycleID), listed: true} },
	"listAllMotorcycles": func(w *world, _ caller) sample {
		return sample{about: w.motorcycle(), listed: true, query: "limit=100&sort=-createdAt"}
	},
	"listMotorcycles": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.MotorcycleID), listed: true, query: "sort=createdAt&includeFranchise=true&includeParkingPoint=true"}
	},
	"orderMotorcycleImages": func(w *world, _ caller) sample {
		path := w.picture()
		return sample{about: w.franchise(), path: path[:1], body: object{"imageIds": path[1:]}}
	},
	"unassignMotorcycleFeature": func(w *world, _ caller) sample { return sample{about: w.franchise(), path: w.assignment()} },
	"updateMotorcycle":          func(w *world, _ caller) sample { return sample{about: w.motorcycle(), body: object{"year": 2022}} },
	"updateMotorcycleImage": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), path: w.picture(), body: object{"isPrimary": true}}
	},
	"createAvailabilityBlock": func(w *world, _ caller) sample {
		return sample{about: w.motorcycle(), body: object{"startDatetime": w.later(1), "endDatetime": w.later(2), "reason": "repair"}}
	},
	"deleteAvailabilityBlock":  func(w *world, _ caller) sample { return sample{about: w.block()} },
	"exportAvailabilityBlocks": func(w *world, _ caller) sample { return sample{about: w.block(), listed: true} },
	"getAvailabilityBlock":     func(w *world, _ caller) sample { return sample{about: w.block()} },
	"getMotorcycleCalendar":    func(w *world, _ caller) sample { return sample{about: w.motorcycle(), query: "month=2027-04"} },
	"listAvailabilityBlocks": func(w *world, _ caller) sample {
		return sample{about: w.block(), listed: true, query: "limit=100&sort=-createdAt"}
	},
	"listMotorcycleBlocks": func(w *world, _ caller) sample { return sample{about: w.motorcycle(), query: "reason=repair"} },
	"updateAvailabilityBlock": func(w *world, _ caller) sample {
		return sample{about: w.block(), body: object{"reason": "inspection", "notes": nil}}
	},
}

func init() { maps.Copy(walkTable, fleetWalk) }

// picture adds a motorcycle of ours with one picture: the ids of both.
func (w *world) picture() []string {
	w.t.Helper()
	motorcycle, id := w.motorcycle().id, uuid.New()
	w.exec("insert into motorcycle_images (id, motorcycle_id, image_url) values ($1, $2, '/a.svg')", id, motorcycle)
	return []string{motorcycle.String(), id.String()}
}

// assignment adds a motorcycle of ours with one feature: the ids of both.
func (w *world) assignment() []string {
	w.t.Helper()
	motorcycle, id := w.motorcycle().id, w.feature().id
	w.exec("insert into motorcycle_feature_assignments (motorcycle_id, feature_id) values ($1, $2)", motorcycle, id)
	return []string{motorcycle.String(), id.String()}
}

// block adds a block of a motorcycle of ours.
func (w *world) block() row {
	w.t.Helper()
	motorcycle, id := w.motorcycle().id, uuid.New()
	w.exec("insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime) values ($1, $2, $3, $4)",
		id, motorcycle, w.later(1), w.later(2))
	w.exec("insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, block_id) values ($1, $2, $3, $4, $5)",
		uuid.New(), motorcycle, w.later(1), w.later(2), id)
	return w.ofOurs(id)
}
