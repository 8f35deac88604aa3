// Runs before first paint, as a file because the content security policy allows no inline script:
// sets the page's language and direction, and starts the download of its texts.
// The same order of detection is in src/i18n/languages.ts, and a test compares the two.
(() => {
  const supported = ['en', 'fr', 'ar'];
  const root = document.documentElement;
  const candidates = [new URLSearchParams(location.search).get('lang')];
  let staff = false;
  try {
    candidates.push(localStorage.getItem('i18nextLng'));
    staff = /"role":"(FRANCHISE_)?ADMIN"/.test(localStorage.getItem('auth-store') ?? '');
  } catch {
    // Storage can be switched off; the browser's own language still decides.
  }
  candidates.push(...(navigator.languages ?? [navigator.language]), root.lang);
  const language =
    candidates.map((tag) => (tag ?? '').slice(0, 2).toLowerCase()).find((tag) => supported.includes(tag)) ??
    'en';
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (language !== 'en') {
    // What the site is called once it is installed.
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/site.${language}.webmanifest`);
  }
  const preload = (as, href) => {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = as;
    link.crossOrigin = 'anonymous';
    link.href = href;
    document.head.append(link);
  };
  preload('fetch', `/locales/${language}.json`);
  if (staff && /^\/admin(\/|$)/.test(location.pathname)) preload('fetch', `/locales/admin/${language}.json`);
  if (language === 'ar') preload('font', '/fonts/readex-pro-arabic.woff2');
})();
