package job

import (
	"context"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// patience is how long a job waits at most for those about money, so that letters are late while a crowd pays and do not stop.
const patience = time.Second

// precedence lets jobs about money go before what follows from them: letters and documents take several times the work of
// what they tell of, and would keep the next customer from being told at all. Others start while no job about money runs in
// this process, or after patience.
type precedence struct {
	river.WorkerMiddlewareDefaults
	mu      sync.Mutex
	running int
	// idle is closed while none runs.
	idle chan struct{}
}

func newPrecedence() *precedence {
	p := &precedence{idle: make(chan struct{})}
	close(p.idle)
	return p
}

// Work implements rivertype.WorkerMiddleware.
func (p *precedence) Work(ctx context.Context, j *rivertype.JobRow, work func(context.Context) error) error {
	switch j.Queue {
	case Money:
		p.begin()
		defer p.end()
	case Gateway, Outside:
		// They wait for somebody else's answer and keep no processor busy.
	default:
		p.wait(ctx)
	}
	return work(ctx)
}

func (p *precedence) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == 0 {
		p.idle = make(chan struct{})
	}
	p.running++
}

func (p *precedence) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running--
	if p.running == 0 {
		close(p.idle)
	}
}

func (p *precedence) wait(ctx context.Context) {
	p.mu.Lock()
	idle := p.idle
	p.mu.Unlock()
	enough := time.NewTimer(patience)
	defer enough.Stop()
	select {
	case <-idle:
	case <-enough.C:
	case <-ctx.Done():
	}
}
