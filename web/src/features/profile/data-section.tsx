import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations } from '@/api/queries/account';
import { problemText } from '@/components/problem-text';
import { saveFile } from '@/lib/save-file';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Section } from './section';

/** A copy of everything that is kept about the person. */
export function DataSection() {
  const { t } = useTranslation();
  const download = useMutation(accountMutations.download());
  return (
    <Section id="data" title={t('profile.data.title')} lead={t('profile.data.lead')}>
      <Button
        variant="secondary"
        busy={download.isPending}
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() =>
          download.mutate(undefined, { onSuccess: (file) => saveFile(file, 'rihla-my-data.json') })
        }
      >
        {t('profile.data.submit')}
      </Button>
      {download.error && (
        <Alert tone="danger" className="mt-4" title={t('profile.data.failed')}>
          {problemText(asProblem(download.error), t)}
        </Alert>
      )}
    </Section>
  );
}
