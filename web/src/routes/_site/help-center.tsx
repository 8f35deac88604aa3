import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '@/features/content/help-page';

export const Route = createFileRoute('/_site/help-center')({
  staticData: { title: 'pages.help.title', description: 'pages.help.lead' },
  component: HelpPage,
});
