import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { accountMutations } from '@/api/queries/account';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Section } from './section';

/** A copy of everything that is kept about the person. */
export function DataSection() {
  const { t } = useTranslation();
  const download = useSendOnce(accountMutations.download());
  return (
    <Section id="data" title={t('profile.data.title')} lead={t('profile.data.lead')}>
      <Button
        variant="secondary"
        busy={download.isPending}
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() =>
          download.send(undefined, { onSuccess: (file) => saveFile(file, 'rihla-my-data.json') })
        }
      >
        {t('profile.data.submit')}
      </Button>
      <ProblemAlert error={download.error} className="mt-4" title={t('profile.data.failed')} />
    </Section>
  );
}
