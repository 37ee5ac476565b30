import type { ReactNode } from 'react'

/** Line icons on a 24 grid, in the text colour. The word beside an icon is its name. */
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
export const ClientsIcon = drawn(
  <path d="M9 11a3.2 3.2 0 1 0 0-6.400 3.2 3.2 0 0 0 0 6.400zM2.800 19c.5-3.200 2.900-5 6.200-5s5.700 1.800 6.200 5M15.500 5a3.2 3.2 0 0 1 0 5.900M17.600 14.400c2 .7 3.300 2.300 3.600 4.600" />,
)
export const InboundsIcon = drawn(
  <path d="M4 6.500a1.500 1.500 0 0 1 1.500-1.500h13A1.500 1.500 0 0 1 20 6.500v2.500H4zM4 15h16v2.500a1.500 1.500 0 0 1-1.500 1.500h-13A1.500 1.500 0 0 1 4 17.500zM12 9v6M9.500 12.800 12 15l2.500-2.200" />,
)
export const NetworkIcon = drawn(
  <path d="M6 8a2.2 2.2 0 1 0 0-4.400A2.2 2.2 0 0 0 6 8zM18 8a2.2 2.2 0 1 0 0-4.400A2.2 2.2 0 0 0 18 8zM12 20.400a2.2 2.2 0 1 0 0-4.400 2.2 2.2 0 0 0 0 4.400zM6 8c0 3.500 6 3.500 6 8M18 8c0 3.500-6 3.500-6 8" />,
)
export const NodesIcon = drawn(
  <path d="M4 4.500h16v6H4zM4 13.500h16v6H4zM7.500 7.500h.01M7.500 16.500h.01" />,
)
export const ActivityIcon = drawn(<path d="M3.500 12.500h4l2.500-7 4 13 2.500-6h4" />)
export const HealthIcon = drawn(
  <path d="M12 20C7 16.500 4 13.300 4 9.600A4.100 4.100 0 0 1 12 8a4.100 4.100 0 0 1 8 1.600c0 3.700-3 6.900-8 10.400zM6.800 12h3l1.400-2.400 1.800 4 1.200-1.600h3" />,
)
export const UsageIcon = drawn(<path d="M5 20v-7M12 20V4M19 20v-11" />)
export const SettingsIcon = drawn(
  <path d="M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M5.600 18.400l1.800-1.800M16.600 7.400l1.800-1.800" />,
)
export const SearchIcon = drawn(
  <path d="M11 17.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.800 15.800 20 20" />,
)
export const PlusIcon = drawn(<path d="M12 5v14M5 12h14" />)
export const MoreIcon = drawn(<path d="M5.500 12h.01M12 12h.01M18.500 12h.01" strokeWidth="2.600" />)
export const CloseIcon = drawn(<path d="m6.500 6.500 11 11M17.500 6.500l-11 11" />)
export const CodeIcon = drawn(
  <path d="M8.500 7.500 4 12l4.500 4.500M15.500 7.500 20 12l-4.500 4.500M13.500 5l-3 14" />,
)
export const CheckIcon = drawn(<path d="m5 12.500 4.500 4.500L19 7.500" />)
export const CopyIcon = drawn(
  <path d="M9 9h9.500a.5.5 0 0 1 .5.5V20a.5.5 0 0 1-.5.5H9a.5.5 0 0 1-.5-.5V9.500A.5.5 0 0 1 9 9zM5.500 15.500H5a.5.5 0 0 1-.5-.5V4.500A.5.5 0 0 1 5 4h9.500a.5.5 0 0 1 .5.5V5" />,
)
export const QrIcon = drawn(
  <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500M20 14v2.500M14 20h2.500M20 20h-.01M7 7h.01M17 7h.01M7 17h.01" />,
)
export const PrintIcon = drawn(<path d="M7.500 9V4.500h9V9M7.500 17H4.500V9h15v8h-3M7.500 14h9v6h-9z" />)
export const TrashIcon = drawn(
  <path d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 12.500h9.400L17.500 7M10.500 11v5M13.500 11v5" />,
)
export const RenewIcon = drawn(
  <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.300M20 4.500v4.800h-4.800" />,
)
export const PowerIcon = drawn(<path d="M12 4v8M7.200 6.700a7.500 7.500 0 1 0 9.600 0" />)
export const EditIcon = drawn(
  <path d="M4.500 19.500 5.500 15 16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500" />,
)
export const DownloadIcon = drawn(<path d="M12 4v11M7 10.500 12 15.500l5-5M4.500 19.500h15" />)
export const UploadIcon = drawn(<path d="M12 15.500V4.500M7 9l5-5 5 5M4.500 19.500h15" />)
export const ColumnsIcon = drawn(<path d="M4.500 5h15v14h-15zM9.500 5v14M14.500 5v14" />)
export const StarIcon = drawn(
  <path d="m12 4 2.500 5.200 5.700.8-4.100 4 1 5.700L12 17l-5.100 2.700 1-5.700-4.100-4 5.700-.8z" />,
)
export const LinkIcon = drawn(
  <path d="M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1" />,
)
export const KeyboardIcon = drawn(
  <path d="M3.500 7h17v10h-17zM7 10.500h.01M10.300 10.500h.01M13.700 10.500h.01M17 10.500h.01M8 13.800h8" />,
)
export const OfflineIcon = drawn(
  <path d="M4 4l16 16M8.500 15.500a5 5 0 0 1 5-1.300M5.500 12.200a9 9 0 0 1 3.700-2.300M12.500 9.300a9 9 0 0 1 6 2.900M2.800 8.800a13 13 0 0 1 3.400-2.300M10.500 5.100a13 13 0 0 1 10.700 3.700M12 19h.01" />,
)
export const FilterIcon = drawn(<path d="M4 6h16M7 12h10M10 18h4" />)
export const ResetIcon = drawn(
  <path d="M4.500 12a7.500 7.500 0 1 0 2.200-5.300L4 9.300M4 4.500v4.800h4.800M12 8v4.200l2.800 1.700" />,
)
export const PlanIcon = drawn(
  <path d="M4.500 6h15v4.500a1.800 1.800 0 0 0 0 3.500V18h-15v-4a1.800 1.800 0 0 0 0-3.500zM10 9.500v5" />,
)
export const AlertIcon = drawn(<path d="M12 4.500 21 19.500H3zM12 10v4.500M12 17h.01" />)
export const GripIcon = drawn(
  <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.600" />,
)
export const RevokeIcon = drawn(
  <path d="M10.500 13.500a4 4 0 1 0-5.700 5.700 4 4 0 0 0 5.700-5.700zM10.500 13.500 20 4M16.500 7.500l2.500 2.500M14 10l1.500 1.500" />,
)
export const BackIcon = drawn(<path d="M9 14 4.500 9.500 9 5M4.500 9.500h9a6 6 0 0 1 0 12H9" />)
export const LockIcon = drawn(
  <path d="M6 11h12v8.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v1.500" />,
)
