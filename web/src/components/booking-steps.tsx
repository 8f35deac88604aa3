import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Stepper } from '@/ui/stepper';

const steps = ['vehicle', 'information', 'payment'] as const;

/** The three steps to a ride (specification section 2), and which one this page is. */
export function BookingSteps({
  current,
  className,
}: {
  current: (typeof steps)[number];
  className?: string;
}) {
  const { t } = useTranslation();
  return (
    <Stepper
      className={cn('mx-auto max-w-xl', className)}
      label={t('booking.steps.label')}
      current={steps.indexOf(current)}
      steps={steps.map((key) => ({ key, label: t(`booking.steps.${key}`) }))}
    />
  );
}
