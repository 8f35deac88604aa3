import { ExternalLink } from 'lucide-react';
import type { Payment } from '@/api/types';
import { GatewayForm } from '@/components/gateway-form';
import { Button, buttonClass } from '@/ui/button';

/**
 * Opens the gateway's page of a payment that is under way, in a new tab (specification section 2). Shows nothing for
 * a payment that has no page.
 */
export function ContinuePayment({
  payment,
  label,
  variant,
}: {
  payment: Payment;
  label: string;
  variant: 'primary' | 'secondary';
}) {
  const { gatewayPaymentUrl: url, gatewayResponse } = payment;
  if (!url) return null;
  const icon = <ExternalLink aria-hidden="true" size={18} className="mirror" />;
  if (!gatewayResponse) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant })}>
        {icon}
        {label}
      </a>
    );
  }
  const { payload, signature } = gatewayResponse;
  return (
    <GatewayForm newTab launch={{ url, payload, signature }}>
      <Button type="submit" variant={variant} icon={icon}>
        {label}
      </Button>
    </GatewayForm>
  );
}
