import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '@/features/content/privacy-page';

export const Route = createFileRoute('/_site/privacy-policy')({
  staticData: { title: 'pages.privacy.title', description: 'pages.privacy.lead' },
  component: PrivacyPage,
});
