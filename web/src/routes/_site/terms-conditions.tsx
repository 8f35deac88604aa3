import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '@/features/content/terms-page';

export const Route = createFileRoute('/_site/terms-conditions')({
  staticData: { title: 'pages.terms.title', description: 'pages.terms.lead' },
  component: TermsPage,
});
