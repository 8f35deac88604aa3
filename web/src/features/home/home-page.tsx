import { PanelBoundary } from '@/components/panel-boundary';
import { Cities } from './cities';
import { Hero } from './hero';
import { Included } from './included';
import { OnOffer } from './on-offer';
import { PickupSteps } from './pickup-steps';
import { Promises } from './promises';

/** The way in: one question, then what there is to ride, where we are, what is included and how a ride begins. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Promises />
      <OnOffer />
      <Cities />
      <PanelBoundary className="page mt-18">
        <Included />
      </PanelBoundary>
      <PickupSteps />
    </>
  );
}
