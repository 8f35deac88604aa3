import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '@/features/auth/login-page';

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'auth.login.title' },
  component: LoginPage,
});
