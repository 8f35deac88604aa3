import type { ParseKeys } from 'i18next';
import {
  Bike,
  Building2,
  CalendarDays,
  CalendarRange,
  CreditCard,
  FileText,
  History,
  LayoutDashboard,
  type LucideIcon,
  PackagePlus,
  Settings,
  SquareParking,
  Tags,
  Users,
} from 'lucide-react';
import type { Permission } from '@/api/types';

/** A section of the admin area: an entry of the sidebar, and every address that begins with its own. */
export interface Section {
  /** First part of its addresses below `/admin`. */
  readonly key: string;
  readonly label: ParseKeys;
  readonly icon: LucideIcon;
  /** Whoever holds one of these may enter (specification section 6). */
  readonly permissions: readonly Permission[];
}

/** In the order of the sidebar. The calendar, payments, statements and the audit log are additions to the table of section 6. */
export const sections: readonly Section[] = [
  {
    key: 'dashboard',
    label: 'admin.sections.dashboard',
    icon: LayoutDashboard,
    permissions: ['DASHBOARD_STATS'],
  },
  {
    key: 'calendar',
    label: 'admin.sections.calendar',
    icon: CalendarRange,
    permissions: ['MOTORCYCLE_CALENDAR'],
  },
  {
    key: 'bookings',
    label: 'admin.sections.bookings',
    icon: CalendarDays,
    permissions: ['BOOKING_LIST', 'BOOKING_GET_BY_ID'],
  },
  { key: 'payments', label: 'admin.sections.payments', icon: CreditCard, permissions: ['PAYMENT_GET_ALL'] },
  { key: 'users', label: 'admin.sections.users', icon: Users, permissions: ['USER_LIST', 'USER_GET_BY_ID'] },
  {
    key: 'motorcycles',
    label: 'admin.sections.motorcycles',
    icon: Bike,
    permissions: ['MOTORCYCLE_GET_ALL', 'MOTORCYCLE_GET_BY_ID'],
  },
  {
    key: 'motorcycle-features',
    label: 'admin.sections.features',
    icon: Tags,
    permissions: ['MOTORCYCLE_FEATURE_LIST', 'MOTORCYCLE_FEATURE_GET_BY_ID'],
  },
  {
    key: 'supplements',
    label: 'admin.sections.supplements',
    icon: PackagePlus,
    permissions: ['SUPPLEMENT_LIST', 'SUPPLEMENT_GET_BY_ID'],
  },
  {
    key: 'franchises',
    label: 'admin.sections.franchises',
    icon: Building2,
    permissions: ['FRANCHISE_LIST', 'FRANCHISE_GET_BY_ID'],
  },
  {
    key: 'parking-points',
    label: 'admin.sections.parkingPoints',
    icon: SquareParking,
    permissions: ['PARKING_POINT_LIST', 'PARKING_POINT_GET_BY_ID'],
  },
  {
    key: 'statements',
    label: 'admin.sections.statements',
    icon: FileText,
    permissions: ['FRANCHISE_FINANCIALS'],
  },
  { key: 'audit-log', label: 'admin.sections.auditLog', icon: History, permissions: ['AUDIT_LOG_LIST'] },
  { key: 'settings', label: 'admin.sections.settings', icon: Settings, permissions: ['USER_UPDATE'] },
];

/** The section that an address belongs to, which capitals make no other one. */
export function sectionOf(pathname: string): Section | undefined {
  const [, , key] = pathname.toLowerCase().split('/');
  return sections.find((section) => section.key === key);
}
