import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '@/features/profile/profile-page';

export const Route = createFileRoute('/_site/_account/profile')({
  staticData: { title: 'profile.title' },
  component: ProfilePage,
});
