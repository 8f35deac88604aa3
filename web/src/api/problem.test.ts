import { describe, expect, it } from 'vitest';
import { asProblem, Problem, toProblem } from './problem';

describe('toProblem', () => {
  it('reads a problem document', () => {
    const body = {
      status: 422,
      code: 'VALIDATION',
      message: 'Some fields need attention',
      requestId: 'req-1',
      errors: [{ field: 'email', code: 'INVALID_EMAIL', message: 'Not an address' }, { odd: true }, null],
    };
    const problem = toProblem(new Response(null, { status: 422 }), body);
    expect(problem).toMatchObject({
      status: 422,
      code: 'VALIDATION',
      message: 'Some fields need attention',
      requestId: 'req-1',
    });
    expect(problem.fields).toEqual([{ field: 'email', code: 'INVALID_EMAIL', message: 'Not an address' }]);
    expect(problem.transient).toBe(false);
  });

  it('keeps what only some codes carry', () => {
    const quote = { totalAmount: 10 };
    expect(
      toProblem(new Response(null, { status: 409 }), { code: 'PRICE_CHANGED', quote }).body.quote,
    ).toEqual(quote);
  });

  it('makes do with an answer that is no problem document', () => {
    const response = new Response(null, {
      status: 503,
      headers: { 'Retry-After': '7', 'X-Request-Id': 'req-2' },
    });
    const problem = toProblem(response, '<html>');
    expect(problem).toMatchObject({
      status: 503,
      code: 'HTTP_503',
      message: '',
      requestId: 'req-2',
      retryAfter: 7,
    });
    expect(problem.transient).toBe(true);
  });
});

describe('asProblem', () => {
  it('tells a call without an answer from anything else that was thrown', () => {
    const problem = new Problem({ status: 404, code: 'BOOKING_NOT_FOUND', message: '' });
    expect(asProblem(problem)).toBe(problem);
    expect(asProblem(new TypeError('Failed to fetch')).code).toBe('NETWORK');
    expect(asProblem('odd').code).toBe('UNEXPECTED');
  });
});
