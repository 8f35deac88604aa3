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
