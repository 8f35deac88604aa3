import { setupServer } from 'msw/node';

/** The API as a test plays it: each test gives the answers that it needs. */
export const server = setupServer();
