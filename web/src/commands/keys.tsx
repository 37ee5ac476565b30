import styles from './keys.module.css'

/** The keys of a command, as printed on a keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys} dir="ltr">
    {keys.split(' ').map((key) => (
      <kbd key={key} className={styles.key}>
        {key}
      </kbd>
    ))}
  </span>
)
