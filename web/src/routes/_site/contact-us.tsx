import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '@/features/content/contact-page';

export const Route = createFileRoute('/_site/contact-us')({
  staticData: { title: 'pages.contact.title', description: 'pages.contact.lead' },
  component: ContactPage,
});
