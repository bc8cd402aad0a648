/** The product's logo: lines of a log that form an L. */
export function LogyardMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-spruce-7)" />
      <g fill="var(--mantine-color-white)">
        <rect x="8" y="7.2" width="5" height="4.6" rx="1.4" />
        <rect x="8" y="13.7" width="9.5" height="4.6" rx="1.4" />
        <rect x="8" y="20.2" width="16" height="4.6" rx="1.4" />
      </g>
    </svg>
  )
}
