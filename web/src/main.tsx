import { reloadOnceAfterRelease } from './app/release';
import { fetchCode, firstPaint } from './first-paint';
import './styles/index.css';

async function start(root: HTMLElement): Promise<void> {
  try {
    await firstPaint(root);
    fetchCode();
    // The application arrives while the texts do; neither waits for the other.
    const [{ draw }] = await Promise.all([
      import('./app/app'),
      import('./i18n').then(({ startI18n }) => startI18n()),
    ]);
    await draw(root);
  } catch (cause) {
    // Without texts or code there is no page; index.html carries the sentence for this, in three languages.
    console.error(cause);
    document.getElementById('no-text')?.removeAttribute('hidden');
  }
}

reloadOnceAfterRelease();

const root = document.getElementById('root');
if (root) void start(root);
