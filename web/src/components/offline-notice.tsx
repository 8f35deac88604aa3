import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Says, as long as it is so, that the device has no network. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    // There from the beginning: only then is what comes into it read aloud.
    <div role="status" className="no-print sticky top-0 z-40">
      {!online && (
        <p className="bg-saffron-tint text-sm">
          <span className="page flex items-center gap-2.5 py-2">
            <WifiOff aria-hidden="true" size={17} className="shrink-0 text-saffron" />
            <span>{t('common.offline')}</span>
          </span>
        </p>
      )}
    </div>
  );
}
