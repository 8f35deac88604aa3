// Package mailbox shows the mails of development on a page: the ones that a mail server would have delivered (D22). It
// must never be served in production, since it shows everybody's mail to anybody. It keeps nothing itself.
package mailbox

import (
	"context"
	_ "embed"
	"errors"
	"html/template"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"rihla/internal/notify"
)

// Box is where the messages are.
type Box interface {
	// Messages lists them, the newest first.
	Messages(ctx context.Context) ([]notify.Kept, error)
	// Message returns one, or notify.ErrNotKept.
	Message(ctx context.Context, id int64) (notify.Kept, error)
}

//go:embed page.html
var pageHTML string

var pages = template.Must(template.New("").Funcs(template.FuncMap{"links": links}).Parse(pageHTML))

// Page is the mailbox at a path of our own server.
type Page struct {
	path string
	box  Box
	mux  *http.ServeMux
}

// NewPage returns the page of box, to be served at path and everything below.
func NewPage(path string, box Box) *Page {
	p := &Page{path: path, box: box, mux: http.NewServeMux()}
	p.mux.HandleFunc("GET "+path, p.list)
	p.mux.HandleFunc("GET "+path+"/{id}", p.show)
	p.mux.HandleFunc("GET "+path+"/{id}/html", p.html)
	p.mux.HandleFunc("GET "+path+"/{id}/files/{number}", p.file)
	return p
}

// ServeHTTP answers with the list, a message, the HTML of one or a file that came with it.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// view is what the template shows.
type view struct {
	Path     string
	Messages []notify.Kept
	Message  *notify.Kept
}

func (p *Page) list(w http.ResponseWriter, r *http.Request) {
	messages, err := p.box.Messages(r.Context())
	if err != nil {
		refuse(w, err)
		return
	}
	render(w, "list", view{Path: p.path, Messages: messages})
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) {
	message, err := p.message(r)
	if err != nil {
		refuse(w, err)
		return
	}
	render(w, "message", view{Path: p.path, Message: &message})
}

// html is the message as a mail program shows it. It runs no script and loads nothing; its links open in a new tab.
func (p *Page) html(w http.ResponseWriter, r *http.Request) {
	message, err := p.message(r)
	if err != nil {
		refuse(w, err)
		return
	}
	head(w, "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; frame-ancestors 'self'")
	_, _ = w.Write([]byte(strings.Replace(message.HTML, "<head>", `<head><base target="_blank">`, 1)))
}

// file is a file that came with a message, to be saved: nothing in it runs here.
func (p *Page) file(w http.ResponseWriter, r *http.Request) {
	message, err := p.message(r)
	number, wrong := strconv.Atoi(r.PathValue("number"))
	if err == nil && (wrong != nil || number < 0 || number >= len(message.Files)) {
		err = notify.ErrNotKept
	}
	if err != nil {
		refuse(w, err)
		return
	}
	file := message.Files[number]
	head(w, "sandbox; default-src 'none'")
	w.Header().Set("Content-Type", file.Type)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	_, _ = w.Write(file.Content)
}

func (p *Page) message(r *http.Request) (notify.Kept, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return notify.Kept{}, notify.ErrNotKept
	}
	return p.box.Message(r.Context(), id)
}

func render(w http.ResponseWriter, name string, content view) {
	var page strings.Builder
	if err := pages.ExecuteTemplate(&page, name, content); err != nil {
		refuse(w, err)
		return
	}
	head(w, "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'")
	_, _ = w.Write([]byte(page.String()))
}

func head(w http.ResponseWriter, policy string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer") // links hold tokens
	h.Set("Content-Security-Policy", policy)
}

func refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, notify.ErrNotKept) {
		http.Error(w, "There is no such message, or not any more.", http.StatusNotFound)
		return
	}
	http.Error(w, "The mailbox cannot be read: "+err.Error(), http.StatusInternalServerError)
}

// links makes the addresses in a text clickable, which stand on lines of their own.
func links(text string) template.HTML {
	var out strings.Builder
	for line := range strings.Lines(text) {
		escaped := template.HTMLEscapeString(line)
		if address := strings.TrimSpace(line); strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
			safe := template.HTMLEscapeString(address)
			escaped = `<a href="` + safe + `">` + safe + "</a>\n"
		}
		out.WriteString(escaped)
	}
	return template.HTML(out.String()) //nolint:gosec // every piece is escaped above
}
