/** The gate and the water below it; the favicon is the same drawing. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b6c78" />
      <path d="M8 7v11M24 7v11" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M12.5 6.5h7v7h-7z" fill="#9fe3ea" />
      <path
        d="M5.5 20.5c2.6-2.4 5.2-2.4 7.8 0s5.2 2.4 7.8 0 4-2 5.4-1M5.5 25.5c2.6-2.4 5.2-2.4 7.8 0s5.2 2.4 7.8 0 4-2 5.4-1"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
