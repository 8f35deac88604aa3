/**
 * The page that the site finds itself in: settings as the server writes them. Morocco's clock is an hour ahead of UTC
 * but for Ramadan, in 2026 and 2027. Runs before anything of the site is loaded.
 */
const settings = document.createElement('script');
settings.id = 'rihla-config';
settings.type = 'application/json';
settings.textContent = JSON.stringify({
  clock: [
    [0, 3600],
    [Date.parse('2026-02-15T02:00:00Z') / 1000, 0],
    [Date.parse('2026-03-22T02:00:00Z') / 1000, 3600],
    [Date.parse('2027-02-07T02:00:00Z') / 1000, 0],
    [Date.parse('2027-03-14T02:00:00Z') / 1000, 3600],
  ],
});
document.head.append(settings);
