import { createFileRoute } from '@tanstack/react-router';
import { AdminIndex } from '@/features/admin-shell/admin-index';

export const Route = createFileRoute('/admin/')({ component: AdminIndex });
