import { createFileRoute } from '@tanstack/react-router';
import { EntityList } from '@/crud/entity-list';
import { auditLog } from '@/features/admin-audit/audit-log';

export const Route = createFileRoute('/admin/audit-log')({
  component: () => <EntityList entity={auditLog} />,
});
