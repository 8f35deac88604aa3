import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '@/features/auth/register-page';
import { requireNoSession } from '../-guards';

export const Route = createFileRoute('/auth/register')({
  staticData: { title: 'auth.register.title' },
  beforeLoad: requireNoSession,
  component: RegisterPage,
});
