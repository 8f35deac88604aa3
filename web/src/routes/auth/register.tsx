import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '@/features/auth/register-page';

export const Route = createFileRoute('/auth/register')({
  staticData: { title: 'auth.register.title' },
  component: RegisterPage,
});
