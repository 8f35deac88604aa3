import { createFileRoute } from '@tanstack/react-router';
import { mailedLink } from '@/features/auth/mailed-link';
import { ResetPasswordPage } from '@/features/auth/reset-password-page';

export const Route = createFileRoute('/auth/reset-password')({
  validateSearch: mailedLink,
  staticData: { title: 'auth.reset.title' },
  component: ResetPasswordPage,
});
