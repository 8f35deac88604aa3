import { RotateCcw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';

/**
 * Holds what goes wrong in one part of a page there: the rest stays and works. Code that could not be fetched lands
 * here too, and only a reload fetches it again, so that is what a second try does.
 */
export class PanelBoundary extends Component<
  { children: ReactNode; className?: string },
  { failed: boolean; tries: number }
> {
  override state = { failed: false, tries: 0 };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, className } = this.props;
    const { failed, tries } = this.state;
    if (!failed) return children;
    const retry = () => (tries > 0 ? location.reload() : this.setState({ failed: false, tries: tries + 1 }));
    return <PanelFailure className={className} onRetry={retry} />;
  }
}

function PanelFailure({ onRetry, className }: { onRetry: () => void; className?: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      tone="danger"
      title={t('errors.panel.title')}
      className={cn('self-start', className)}
      actions={
        <Button
          size="sm"
          variant="secondary"
          icon={<RotateCcw aria-hidden="true" size={17} />}
          onClick={onRetry}
        >
          {t('common.retry')}
        </Button>
      }
    >
      {t('errors.panel.text')}
    </Alert>
  );
}
