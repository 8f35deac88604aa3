import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '@/features/admin-statements/statements-page';

export const Route = createFileRoute('/admin/statements')({ component: StatementsPage });
