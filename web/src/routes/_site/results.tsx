import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { ResultsPage } from '@/features/results/results-page';
import { readResultsSearch, resultsDefaults } from '@/features/results/results.search';

export const Route = createFileRoute('/_site/results')({
  staticData: { title: 'results.title' },
  validateSearch: readResultsSearch,
  search: { middlewares: [stripSearchParams(resultsDefaults)] },
  component: ResultsPage,
});
