import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '@/features/content/about-page';

export const Route = createFileRoute('/_site/about-us')({
  staticData: { title: 'pages.about.title', description: 'pages.about.lead' },
  component: AboutPage,
});
