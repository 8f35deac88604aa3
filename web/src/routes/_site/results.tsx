import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { readResultsSearch, resultsDefaults } from '@/features/results/results.search';
import { ResultsPage } from '@/features/results/results-page';

export const Route = createFileRoute('/_site/results')({
  validateSearch: readResultsSearch,
  search: { middlewares: [stripSearchParams(resultsDefaults)] },
  staticData: { description: 'meta.results.description' },
  component: ResultsPage,
});
