import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { RawSearch } from '@/lib/search-params';

/**
 * A link to a page of the admin area whose address is put together from an entity's key. The router checks addresses by
 * their type and knows none that are made of variables, hence the one cast.
 */
export function AdminLink({
  to,
  search,
  ...rest
}: {
  to: string;
  search?: RawSearch;
} & Pick<
  ComponentProps<typeof Link>,
  'className' | 'children' | 'onClick' | 'aria-label' | 'aria-current' | 'activeOptions' | 'title' | 'replace'
>) {
  return <Link {...rest} to={to as '/admin'} search={search ?? {}} />;
}
