const wave = (y: number, height: number) => `M-80 ${y}q75 ${height} 150 0${'t150 0'.repeat(5)}V1000H-80Z`

/** The picture beside the form: a half-open gate and the water below it. */
export function Water() {
  return (
    <svg
      viewBox="0 0 600 900"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      width="100%"
      height="100%"
    >
      <defs>
        <linearGradient id="depth" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0e7f8d" />
          <stop offset="1" stopColor="#06343c" />
        </linearGradient>
      </defs>
      <rect width="600" height="900" fill="url(#depth)" />
      <g fill="#fff" fillOpacity="0.07">
        <path d="M90 0h56v900H90zM454 0h56v900h-56z" />
      </g>
      <g fill="#9fe3ea" fillOpacity="0.16">
        <path d="M170 0h260v420H170z" />
      </g>
      <g stroke="#9fe3ea" strokeOpacity="0.3" strokeWidth="3">
        <path d="M170 90h260M170 200h260M170 310h260M170 418h260" />
      </g>
      <path d={wave(560, 26)} fill="#2aa5b3" fillOpacity="0.28" />
      <path d={wave(640, -30)} fill="#2aa5b3" fillOpacity="0.26" />
      <path d={wave(735, 24)} fill="#6fc8d2" fillOpacity="0.2" />
    </svg>
  )
}
