declare global {
  interface Window {
    /** The panel writes it into the page, under the name 3x-ui uses. */
    X_UI_BASE_PATH?: string
  }
}

/** Always with a slash at both ends; '/' if the page was not served by the panel. */
export const basePath = (): string => window.X_UI_BASE_PATH ?? '/'
