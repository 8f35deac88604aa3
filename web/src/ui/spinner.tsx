/** A turning ring in the colour of the text around it. Say in words, nearby, what is being waited for. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="turn" width={size} height={size} viewBox="0 0 24 24" fill="none">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
