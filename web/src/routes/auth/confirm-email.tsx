import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '@/features/auth/confirm-email-page';
import { mailedLink } from '@/features/auth/mailed-link';

export const Route = createFileRoute('/auth/confirm-email')({
  validateSearch: mailedLink,
  staticData: { title: 'auth.confirm.title' },
  component: ConfirmEmailPage,
});
