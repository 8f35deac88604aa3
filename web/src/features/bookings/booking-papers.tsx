import { FileText, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { bookingPaper, type Paper } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';

const icons = { contract: FileText, receipt: ReceiptText };

/** The papers that there are of a booking: a contract once it is confirmed, a receipt once money was taken. */
export function papersOf({ bookingStatus, contractUrl, payment }: Booking): Paper[] {
  const agreed = contractUrl !== null || ['CONFIRMED', 'ACTIVE', 'COMPLETED'].includes(bookingStatus);
  const paid = payment !== null && ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(payment.status);
  return [...(agreed ? (['contract'] as const) : []), ...(paid ? (['receipt'] as const) : [])];
}

function PaperButton({ booking, paper }: { booking: Booking; paper: Paper }) {
  const { t } = useTranslation();
  const Icon = icons[paper];
  const { send, isPending, error } = useSendOnce({
    mutationFn: () => bookingPaper(booking.id, paper),
    onSuccess: (file) => saveFile(file, `rihla-${paper}-${booking.reference}.pdf`),
  });
  return (
    <>
      <Button
        variant="secondary"
        wide
        busy={isPending}
        icon={<Icon aria-hidden="true" size={18} />}
        onClick={() => send(undefined)}
      >
        {t(`bookings.detail.${paper}`)}
      </Button>
      <ProblemAlert error={error} />
    </>
  );
}

/** Buttons that save the papers of a booking. */
export function BookingPapers({ booking }: { booking: Booking }) {
  return papersOf(booking).map((paper) => <PaperButton key={paper} booking={booking} paper={paper} />);
}
