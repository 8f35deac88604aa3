import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Supplement } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { franchiseId, signInStaff } from '@/test/admin';
import { helmet } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const ids = Array.from({ length: 30 }, (_, index) => `019a0000-0000-7000-8000-0000000001${index + 10}`);

function make(index: number, changes: Partial<Supplement> = {}): Supplement {
  return { ...helmet, id: ids[index] ?? '', name: `Extra ${index + 1}`, price: 10 + index, ...changes };
}

/** The server's extras as a test plays them; returns the questions that were asked and what was sent. */
function play(rows: Supplement[]) {
  const asked: URLSearchParams[] = [];
  const sent: { method: string; id: string; body: Record<string, unknown> }[] = [];
  const problem = (status: number, code: string, message: string, more = {}) =>
    HttpResponse.json({ status, code, message, ...more }, { status });
  server.use(
    http.get('*/supplements/admin', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const page = Number(query.get('page'));
      const limit = Number(query.get('limit'));
      const found = rows.filter(({ name }) => name.includes(query.get('q') ?? ''));
      return HttpResponse.json({
        data: {
          supplements: found.slice((page - 1) * limit, page * limit),
          pagination: { page, limit, total: found.length, totalPages: Math.ceil(found.length / limit) },
        },
      });
    }),
    http.get('*/supplements/:id', ({ params }) => {
      const row = rows.find(({ id }) => id === params.id);
      return row
        ? HttpResponse.json({ data: { supplement: row } })
        : problem(404, 'SUPPLEMENT_NOT_FOUND', 'Supplement not found');
    }),
    http.post('*/supplements', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'POST', id: '', body });
      if (rows.some(({ name }) => name === body.name))
        return problem(409, 'SUPPLEMENT_NAME_TAKEN', `Supplement with name '${body.name}' already exists`);
      if (body.price === 13)
        return problem(422, 'VALIDATION', 'Some fields are wrong', {
          errors: [{ field: 'price', code: 'TOO_SMALL', message: 'Nobody pays thirteen' }],
        });
      const row = { ...helmet, id: ids[29] ?? '', ...body } as Supplement;
      rows.push(row);
      return HttpResponse.json({ data: { supplement: row } }, { status: 201 });
    }),
    http.put('*/supplements/:id', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'PUT', id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const row = rows[at];
      if (!row) return problem(404, 'SUPPLEMENT_NOT_FOUND', 'Supplement not found');
      if (body.updatedAt !== undefined && body.updatedAt !== row.updatedAt)
        return problem(409, 'CHANGED_MEANWHILE', 'Changed meanwhile', { missed: [] });
      if (row.name === 'Extra 2') return problem(404, 'SUPPLEMENT_NOT_FOUND', 'Supplement not found: 2');
      const now = { ...row, ...body, updatedAt: '2026-11-21T12:00:00Z' } as Supplement;
      rows[at] = now;
      return HttpResponse.json({ data: { supplement: now } });
    }),
    http.delete('*/supplements/:id', ({ params }) => {
      sent.push({ method: 'DELETE', id: String(params.id), body: {} });
      const row = rows.find(({ id }) => id === params.id);
      if (row?.name === 'Extra 1')
        return problem(409, 'SUPPLEMENT_IN_USE', 'Cannot delete supplement, it is used in 3 booking(s)');
      rows.splice(rows.indexOf(row as Supplement), 1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { asked, sent };
}

/** The parameters of the latest question, as written. */
const latest = (asked: URLSearchParams[]) => decodeURIComponent(asked.at(-1)?.toString() ?? '');

beforeEach(() => {
  signInStaff();
});

describe('the list', () => {
  it('is a table whose order, page and search are in the address, and go back with it', async () => {
    const { asked } = play(ids.map((_, index) => make(index)));
    const { router, user } = renderSite('/admin/supplements');
    const table = await screen.findByRole('table', { name: 'Supplements' });
    expect(within(table).getAllByRole('row')).toHaveLength(26);
    expect(within(table).getByRole('rowheader', { name: 'Extra 1' })).toBeInTheDocument();
    expect(document.title).toBe('Supplements · Rihla');

    const price = within(table).getByRole('columnheader', { name: 'Price' });
    expect(price).toHaveAttribute('aria-sort', 'none');
    await user.click(within(price).getByRole('button'));
    await waitFor(() => expect(price).toHaveAttribute('aria-sort', 'ascending'));
    await user.click(within(price).getByRole('button'));
    await waitFor(() => expect(price).toHaveAttribute('aria-sort', 'descending'));
    expect(router.state.location.searchStr).toBe('?sort=-price');

    const pages = screen.getByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    await user.click(within(pages).getByRole('link', { name: 'Page 2' }));
    expect(await screen.findByText('26–30 of 30')).toBeInTheDocument();
    expect(within(pages).getByRole('link', { name: 'Page 1' })).not.toHaveAttribute('aria-current');
    expect(latest(asked)).toBe('sort=-price&page=2&limit=25');

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'Extra 3');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?q=Extra+3&sort=-price'));
    expect(await screen.findByText('1–2 of 2')).toBeInTheDocument();

    router.history.back();
    await waitFor(() => expect(router.state.location.searchStr).toBe('?sort=-price'));
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  it('filters, says that nothing fits, and lets go of the filters', async () => {
    const { asked } = play([make(0)]);
    const { router, user } = renderSite('/admin/supplements?q=nothing&isActive=true&sort=nonsense');
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    expect(await screen.findByRole('rowheader', { name: 'Extra 1' })).toBeInTheDocument();
    expect(router.state.location.searchStr).toBe('');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Charged' }), 'per day');
    await waitFor(() => expect(latest(asked)).toBe('priceType=PER_DAY&page=1&limit=25'));
    const franchise = screen.getByRole('combobox', { name: 'Franchise' });
    await user.click(franchise);
    await user.click(await screen.findByRole('option', { name: /Atlas Moto/ }));
    await waitFor(() => expect(latest(asked)).toContain(`franchiseId=${franchiseId}`));
    expect(franchise).toHaveValue('Atlas Moto');
  });

  it('invites to begin where there is nothing yet', async () => {
    play([]);
    renderSite('/admin/supplements');
    expect(await screen.findByRole('heading', { name: 'No supplements yet' })).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Add a supplement' })).toHaveLength(2);
  });

  it('says what failed, with a way to try again', async () => {
    play([make(0)]);
    let fails = true;
    server.use(
      http.get('*/supplements/admin', () =>
        fails
          ? HttpResponse.json({ code: 'FORBIDDEN', message: 'Not now', requestId: 'r-9' }, { status: 403 })
          : undefined,
      ),
    );
    const { user } = renderSite('/admin/supplements');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('r-9');
    fails = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: 'Extra 1' })).toBeInTheDocument();
  });

  it('leads back from a page that there is no more', async () => {
    play([make(0)]);
    const { router } = renderSite('/admin/supplements?page=7');
    expect(await screen.findByRole('rowheader', { name: 'Extra 1' })).toBeInTheDocument();
    expect(router.state.location.searchStr).toBe('');
  });

  it('remembers the columns of each person', async () => {
    play([make(0, { description: 'Two sizes' })]);
    const { user } = renderSite('/admin/supplements');
    await screen.findByRole('table');
    expect(screen.queryByRole('columnheader', { name: 'Description' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'Description' }));
    expect(screen.getByRole('columnheader', { name: 'Description' })).toBeInTheDocument();
    const key = `columns:${useAuth.getState().user?.id}:supplements`;
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(['updatedAt']);
  });

  it('shows the column that it is ordered by, and takes no order from one that is not shown', async () => {
    play([make(0)]);
    const { router, user } = renderSite('/admin/supplements?sort=-updatedAt');
    await screen.findByRole('table');
    expect(screen.getByRole('columnheader', { name: 'Changed' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'Changed' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(screen.queryByRole('columnheader', { name: 'Changed' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Changed' }));
    expect(screen.getByRole('columnheader', { name: 'Changed' })).toHaveAttribute('aria-sort', 'none');
  });

  it('is walked with the arrows', async () => {
    play([make(0), make(1), make(2)]);
    const { user } = renderSite('/admin/supplements');
    const first = within(await screen.findByRole('rowheader', { name: 'Extra 1' })).getByRole('link');
    first.focus();
    await user.keyboard('{ArrowDown}');
    expect(within(screen.getByRole('rowheader', { name: 'Extra 2' })).getByRole('link')).toHaveFocus();
    await user.keyboard('{End}{ArrowDown}{ArrowUp}');
    expect(within(screen.getByRole('rowheader', { name: 'Extra 2' })).getByRole('link')).toHaveFocus();
  });

  it('is a list of cards on a phone, with an order to choose', async () => {
    signInStaff({}, { wide: false });
    const { asked } = play([make(0)]);
    const { user } = renderSite('/admin/supplements');
    const cards = await screen.findByRole('list', { name: 'Supplements' });
    expect(within(cards).getByRole('heading', { name: 'Extra 1' })).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Price, descending');
    await waitFor(() => expect(latest(asked)).toContain('sort=-price'));
  });

  it('saves what is filtered as a file, and stops when asked to', async () => {
    play([make(0), make(1)]);
    const asked: string[] = [];
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    server.use(
      http.get('*/supplements/export', ({ request }) => {
        asked.push(new URL(request.url).search);
        const body = new ReadableStream<Uint8Array>({
          start(own) {
            controller = own;
            own.enqueue(new TextEncoder().encode('name\r\nExtra 1\r\n'));
          },
        });
        return new HttpResponse(body, { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    const save = vi.fn();
    URL.createObjectURL = save.mockReturnValue('blob:x');
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = renderSite('/admin/supplements?q=Extra&sort=-price&limit=10');
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your export is on its way' });
    expect(within(dialog).getByRole('progressbar')).toHaveAttribute('max', '2');
    await user.click(within(dialog).getAllByRole('button', { name: 'Stop the export' })[0] as HTMLElement);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());

    await user.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByRole('dialog');
    await waitFor(() => expect(asked).toHaveLength(2));
    controller?.enqueue(new TextEncoder().encode('Extra 2\r\n'));
    controller?.close();
    expect(await screen.findByText('2 rows were saved')).toBeInTheDocument();
    expect(save).toHaveBeenCalledOnce();
    expect(asked[0]).toBe('?q=Extra&sort=-price');
  });
});

describe('a list that is longer than it was counted', () => {
  it('says so, leads on, and exports without a known end', async () => {
    server.use(
      http.get('*/supplements/admin', ({ request }) => {
        const query = new URL(request.url).searchParams;
        const page = Number(query.get('page'));
        const total = Math.max(10_000, page * 25);
        return HttpResponse.json({
          data: {
            supplements: [make(0)],
            pagination: {
              page,
              limit: 25,
              total,
              totalPages: page < 400 ? 400 : page + 1,
              totalIsCapped: true,
            },
          },
        });
      }),
      http.get('*/supplements/export', () => {
        const body = new ReadableStream<Uint8Array>({
          start: (own) => own.enqueue(new TextEncoder().encode('name\r\nExtra 1\r\n')),
        });
        return new HttpResponse(body, { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    const { user } = renderSite('/admin/supplements?page=400');
    expect(await screen.findByText('9976–10000 of more than 10000')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    expect(await screen.findByText('10001–10025 of more than 10025')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your export is on its way' });
    expect(await within(dialog).findByText(/row so far|rows so far/)).toBeInTheDocument();
    expect(within(dialog).getByRole('progressbar')).not.toHaveAttribute('value');
    await user.click(within(dialog).getAllByRole('button', { name: 'Stop the export' })[0] as HTMLElement);
  });
});

describe('chosen rows', () => {
  it('are changed one by one, with a report of the refused ones', async () => {
    const rows = [make(0), make(1), make(2, { isActive: false })];
    const { sent } = play(rows);
    const { user } = renderSite('/admin/supplements');
    await user.click(await screen.findByRole('checkbox', { name: 'Choose every row of this page' }));
    const bar = screen.getByRole('region', { name: 'Chosen rows' });
    expect(bar).toHaveTextContent('3 chosen');
    await user.click(within(bar).getByRole('button', { name: 'Deactivate' }));
    const report = await screen.findByRole('dialog', { name: 'Deactivate' });
    expect(await within(report).findByText('1 of 2 done')).toBeInTheDocument();
    expect(within(report).getByText('Supplement not found: 2')).toBeInTheDocument();
    expect(sent.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    // What is done is chosen no more.
    expect(bar).toHaveTextContent('2 chosen');
  });

  /** Has three rows deleted; the server waits with its first answer. */
  async function beginDeleting() {
    play([make(1), make(2), make(3)]);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.delete('*/supplements/:id', async () => {
        await held;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderSite('/admin/supplements');
    await user.click(await screen.findByRole('checkbox', { name: 'Choose every row of this page' }));
    const bar = screen.getByRole('region', { name: 'Chosen rows' });
    await user.click(within(bar).getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    return { user, dialog, answer };
  }

  it('are deleted by a double press as by a single one', async () => {
    const { dialog, answer } = await beginDeleting();
    // Where the action was pressed there is the way to stop it now, under the second half of a double press.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }), { detail: 2 });
    answer();
    expect(await screen.findByText('Done for 3 rows')).toBeInTheDocument();
  });

  it('are named when it was stopped before them', async () => {
    const { user, dialog, answer } = await beginDeleting();
    await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
    answer();
    expect(await within(dialog).findByText('1 of 3 done')).toBeInTheDocument();
    expect(within(dialog).getAllByText('Not begun')).toHaveLength(2);
  });

  it('are chosen over pages, a range at once, and what was done to them is taken back', async () => {
    const { sent } = play(ids.map((_, index) => make(index + 0, { name: `Extra ${index + 10}` })));
    const { user } = renderSite('/admin/supplements?limit=10');
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Extra 10' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Choose Extra 12' }));
    await user.keyboard('{/Shift}');
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Choose Extra 25' }));
    const bar = screen.getByRole('region', { name: 'Chosen rows' });
    expect(bar).toHaveTextContent('4 chosen3 of them are not in sight here');
    await user.click(within(bar).getByRole('button', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent).toHaveLength(8));
    expect(sent.map(({ body }) => body.isActive)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('deleting', () => {
  it('names the record, and says in place what still needs it', async () => {
    const { sent } = play([make(0)]);
    const { user } = renderSite('/admin/supplements');
    await user.click(await screen.findByRole('button', { name: 'Delete Extra 1' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete Extra 1?' });
    const confirm = within(dialog).getByRole('button', { name: 'Delete' });
    // A double press, faster than anything is drawn anew.
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Cannot delete supplement, it is used in 3 booking(s)',
    );
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('can be taken back', async () => {
    const { sent } = play([make(1, { price: 12.5, franchiseId })]);
    const { user } = renderSite('/admin/supplements');
    await user.click(await screen.findByRole('button', { name: 'Delete Extra 2' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'No supplements yet' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('rowheader', { name: 'Extra 2' })).toBeInTheDocument();
    expect(sent.at(-1)?.body).toEqual({
      name: 'Extra 2',
      price: 12.5,
      priceType: 'PER_RENTAL',
      isActive: true,
      isFree: false,
      franchiseId,
    });
  });
});

describe('the form', () => {
  it('makes a record, after everything that is wrong was said at its field', async () => {
    const { sent } = play([make(0)]);
    const { router, user } = renderSite('/admin/supplements/add');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    const save = screen.getByRole('button', { name: 'Save' });
    await user.click(save);
    expect(name).toHaveFocus();
    expect(name).toHaveAccessibleDescription('Please fill this in');
    await user.type(name, 'Extra 1');
    const price = screen.getByRole('textbox', { name: 'Price' });
    await user.type(price, '13');
    await user.click(save);
    await waitFor(() =>
      expect(name).toHaveAccessibleDescription("Supplement with name 'Extra 1' already exists"),
    );
    await user.clear(name);
    await user.type(name, 'Phone holder');
    await user.click(save);
    await waitFor(() => expect(price).toHaveAccessibleDescription('Nobody pays thirteen'));
    expect(price).toHaveFocus();
    await user.clear(price);
    await user.type(price, '1 250,5');
    await user.click(screen.getByRole('combobox', { name: 'Franchise' }));
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('option', { name: /Atlas Moto/ });
    await user.keyboard('{Enter}{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/supplements'));
    expect(sent.at(-1)?.body).toEqual({
      name: 'Phone holder',
      price: 1250.5,
      priceType: 'PER_RENTAL',
      isActive: true,
      isFree: false,
      franchiseId,
    });
    expect(await screen.findByRole('rowheader', { name: 'Phone holder' })).toBeInTheDocument();
    expect(screen.getByText('Phone holder was saved')).toBeInTheDocument();
  });

  it('sends what was changed and when it was read, and leads back to the list as it was', async () => {
    const { sent } = play([make(0)]);
    const { router, user } = renderSite('/admin/supplements?sort=-price');
    await user.click(within(await screen.findByRole('rowheader', { name: 'Extra 1' })).getByRole('link'));
    const price = await screen.findByRole('textbox', { name: 'Price' });
    expect(price).toHaveValue('10.00');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(price);
    await user.type(price, '11');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.href).toBe('/admin/supplements?sort=-price'));
    expect(sent).toEqual([{ method: 'PUT', id: ids[0], body: { price: 11, updatedAt: helmet.updatedAt } }]);
  });

  it('puts theirs beside yours when somebody else was first', async () => {
    const rows = [make(0)];
    const { sent } = play(rows);
    const { user } = renderSite(`/admin/supplements/edit/${ids[0]}`);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Mine');
    rows[0] = make(0, { name: 'Theirs', price: 99, updatedAt: '2026-11-20T08:00:00Z' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByText('Somebody else has changed this meanwhile');
    const frame = notice.closest('[role="status"]') as HTMLElement;
    expect(within(frame).getByRole('row', { name: /Name Mine Theirs/ })).toBeInTheDocument();
    expect(frame).toHaveTextContent('Taken over from them: Price.');
    expect(screen.getByRole('textbox', { name: 'Price' })).toHaveValue('99.00');
    expect(name).toHaveValue('Mine');
    await user.click(within(frame).getByRole('button', { name: 'Take theirs' }));
    expect(name).toHaveValue('Theirs');
    await user.type(name, '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent.at(-1)?.body).toEqual({ name: 'Theirs!', updatedAt: '2026-11-20T08:00:00Z' }),
    );
  });

  it('saves at once what somebody else did not touch', async () => {
    const rows = [make(0)];
    const { sent } = play(rows);
    const { router, user } = renderSite(`/admin/supplements/edit/${ids[0]}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    rows[0] = make(0, { updatedAt: '2026-11-20T08:00:00Z' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/supplements'));
    expect(sent.map(({ body }) => body.updatedAt)).toEqual([helmet.updatedAt, '2026-11-20T08:00:00Z']);
  });

  it('says that somebody has deleted it meanwhile, and keeps what was typed', async () => {
    const rows = [make(2)];
    play(rows);
    const { user } = renderSite(`/admin/supplements/edit/${ids[2]}`);
    const price = await screen.findByRole('textbox', { name: 'Price' });
    await user.clear(price);
    await user.type(price, '25');
    rows.pop();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Somebody has deleted it meanwhile/)).toBeInTheDocument();
    expect(price).toHaveValue('25');
  });

  it('asks before what was typed is lost', async () => {
    play([make(0)]);
    const { router, user } = renderSite(`/admin/supplements/edit/${ids[0]}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay here' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Extra 1!');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard the changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/supplements'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps what was typed when the session ends, and gives it back after signing in', async () => {
    const person = useAuth.getState().user;
    play([make(0)]);
    const { router, user } = renderSite(`/admin/supplements/edit/${ids[0]}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' forever');
    server.use(
      http.put('*/supplements/:id', () => HttpResponse.json({ code: 'UNAUTHENTICATED' }, { status: 401 })),
      http.post('*/auth/refresh-token', () => HttpResponse.json({ code: 'INVALID' }, { status: 401 })),
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(router.state.location.search).toEqual({ redirect: `/admin/supplements/edit/${ids[0]}` });
    server.use(
      http.post('*/auth/login', () =>
        HttpResponse.json({ data: { user: person, accessToken: 'header.e30.s', refreshToken: 'r2' } }),
      ),
      http.post('*/auth/refresh-token', () =>
        HttpResponse.json({ data: { user: person, accessToken: 'header.e30.s', refreshToken: 'r3' } }),
      ),
    );
    await user.type(await screen.findByLabelText('Password'), 'Route-du-Sud-9');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Extra 1 forever');
    expect(screen.getByText(/What you typed before is here again/)).toBeInTheDocument();
  });

  it('says where there is no such record', async () => {
    play([]);
    renderSite(`/admin/supplements/edit/${ids[0]}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such record' }),
    ).toBeInTheDocument();
  });
});

describe('for a franchise', () => {
  beforeEach(() => {
    signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId });
    play([make(0), make(1, { franchiseId })]);
  });

  it('the extras of the platform are there to read', async () => {
    const { user } = renderSite('/admin/supplements');
    await screen.findByRole('table');
    expect(screen.queryByRole('columnheader', { name: 'Franchise' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Franchise' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Extra 1' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete Extra 2' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Extra 1' }));
    expect(await screen.findByText('You can read this and not change it.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('another franchise’s extra is absent, whoever may read it elsewhere', async () => {
    play([make(0, { franchiseId: '019a0000-0000-7000-8000-00000000ffff' })]);
    renderSite(`/admin/supplements/edit/${ids[0]}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such record' }),
    ).toBeInTheDocument();
  });
});
