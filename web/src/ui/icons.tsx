import type { ReactNode } from 'react'

/** Line drawings on a 24 grid, in the colour of the text around them. The word beside them is the name. */
const drawn = (drawing: ReactNode) =>
  function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }

export const HomeIcon = drawn(
  <path d="M4 11.5 12 5l8 6.500V19a1 1 0 0 1-1 1h-4.500v-5.500h-5V20H5a1 1 0 0 1-1-1z" />,
)
export const MenuIcon = drawn(<path d="M4 7h16M4 12h16M4 17h16" />)
export const SlidersIcon = drawn(
  <path d="M4 8h9M17 8h3M4 16h3M11 16h9M15 5.800a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.400zM9 13.800a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.400z" />,
)
export const PersonIcon = drawn(
  <path d="M12 11.500a3.8 3.8 0 1 0 0-7.5 3.8 3.8 0 0 0 0 7.500zM4.5 20c.8-3.6 3.8-5.5 7.5-5.500s6.7 1.9 7.5 5.5" />,
)
export const SunIcon = drawn(
  <path d="M12 8.200a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.600zM12 2.800v2M12 19.200v2M2.8 12h2M19.2 12h2M5.5 5.500l1.4 1.400M17.1 17.100l1.4 1.400M5.5 18.500l1.4-1.400M17.1 6.900l1.4-1.4" />,
)
export const MoonIcon = drawn(<path d="M19.5 14.200A8 8 0 0 1 9.8 4.500a8 8 0 1 0 9.7 9.700z" />)
export const ScreenIcon = drawn(<path d="M4 5h16v11H4zM9 20h6M12 16v4" />)
export const LeaveIcon = drawn(
  <path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M17 8.500l3.5 3.5-3.5 3.5" />,
)
export const DownIcon = drawn(<path d="M12 5v14M6 13l6 6 6-6" />)
export const UpIcon = drawn(<path d="M12 19V5M6 11l6-6 6 6" />)
export const PauseIcon = drawn(<path d="M9 6v12M15 6v12" />)
export const PlayIcon = drawn(<path d="M8.5 6v12l9-6z" />)
