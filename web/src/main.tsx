import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnceAfterRelease } from './app/release';
import { startI18n } from './i18n';
import './styles/index.css';

async function start(root: HTMLElement): Promise<void> {
  // The application arrives while the texts do; neither waits for the other.
  try {
    const [{ App, firstPage }] = await Promise.all([import('./app/app'), startI18n()]);
    await firstPage();
    // In pieces, between which the browser answers whoever presses something already.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    );
  } catch (cause) {
    // Without texts or code there is no page; index.html carries the sentence for this, in three languages.
    console.error(cause);
    document.getElementById('no-text')?.removeAttribute('hidden');
  }
}

reloadOnceAfterRelease();

const root = document.getElementById('root');
if (root) void start(root);
