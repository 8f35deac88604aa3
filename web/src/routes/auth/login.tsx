import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '@/features/auth/login-page';
import { requireNoSession } from '../-guards';

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'auth.login.title' },
  beforeLoad: requireNoSession,
  component: LoginPage,
});
