/**
 * The look: design tokens laid over Cloudscape, turned into a plain style sheet at build time (vite.config.ts), because
 * theming at run time adds a style element that a strict content security policy refuses.
 * `accent` pairs hold AA contrast on both backgrounds; styles/base.css uses the same values for our own elements.
 */
import type { Theme } from '@cloudscape-design/components/theming';

const accent = { light: '#0f766e', dark: '#2dd4bf' };
const accentStrong = { light: '#115e59', dark: '#5eead4' };
const onAccent = { light: '#ffffff', dark: '#042f2e' };
const accentSoft = { light: '#eaf6f4', dark: '#0e2a2b' };

const sans =
  "'Inter', 'Open Sans', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const mono =
  "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace";

export const theme: Theme = {
  tokens: {
    fontFamilyBase: sans,
    fontFamilyHeading: sans,
    fontFamilyDisplay: sans,
    fontFamilyMonospace: mono,
    borderRadiusButton: '8px',
    borderRadiusContainer: '12px',
    borderRadiusInput: '8px',
    borderRadiusBadge: '6px',
    borderRadiusTiles: '10px',
    colorBackgroundLayoutMain: { light: '#f6f8f9', dark: '#0b1117' },
    colorBackgroundContainerContent: { light: '#ffffff', dark: '#111921' },
    colorBackgroundContainerHeader: { light: '#ffffff', dark: '#111921' },
    colorBackgroundInputDefault: { light: '#ffffff', dark: '#0b1117' },
    colorBackgroundDropdownItemDefault: { light: '#ffffff', dark: '#16202a' },
    colorBorderDividerDefault: { light: '#dde3e8', dark: '#263441' },
    colorBorderDividerSecondary: { light: '#e8edf0', dark: '#1d2833' },
    colorTextAccent: accent,
    colorTextLinkDefault: accent,
    colorTextLinkHover: accentStrong,
    colorTextInteractiveDefault: { light: '#3d4c59', dark: '#c3ced8' },
    colorTextButtonNormalDefault: { light: '#24313c', dark: '#d7e0e8' },
    colorTextButtonNormalHover: accentStrong,
    colorTextButtonNormalActive: accentStrong,
    colorBorderButtonNormalDefault: { light: '#b9c5ce', dark: '#3a4c5c' },
    colorBorderButtonNormalHover: accent,
    colorBorderButtonNormalActive: accent,
    colorBackgroundButtonNormalDefault: { light: '#ffffff', dark: '#16202a' },
    colorBackgroundButtonNormalHover: accentSoft,
    colorBackgroundButtonNormalActive: accentSoft,
    colorTextButtonLinkDefault: accent,
    colorTextButtonLinkHover: accentStrong,
    colorTextButtonLinkActive: accentStrong,
    colorBackgroundButtonLinkHover: accentSoft,
    colorBackgroundButtonPrimaryDefault: accent,
    colorBackgroundButtonPrimaryHover: accentStrong,
    colorBackgroundButtonPrimaryActive: accentStrong,
    colorTextButtonPrimaryDefault: onAccent,
    colorTextButtonPrimaryHover: onAccent,
    colorTextButtonPrimaryActive: onAccent,
    colorBackgroundControlChecked: accent,
    colorBackgroundToggleCheckedDisabled: { light: '#9fcbc6', dark: '#1f5a55' },
    colorForegroundControlDefault: onAccent,
    colorBackgroundItemSelected: accentSoft,
    colorBorderItemSelected: accent,
    colorBorderItemFocused: accent,
    colorItemSelected: accent,
    colorBorderInputFocused: accent,
    colorBackgroundSegmentActive: accent,
    colorTextSegmentActive: onAccent,
    colorBackgroundSliderHandleDefault: accent,
    colorBackgroundSliderHandleActive: accentStrong,
    colorBackgroundSliderRangeDefault: accent,
    colorBackgroundSliderRangeActive: accentStrong,
    colorBackgroundProgressBarValueDefault: accent,
    colorDropzoneBorderHover: accent,
    colorDropzoneBackgroundHover: accentSoft,
    colorTextDropdownItemFilterMatch: accent,
    colorBorderDropdownItemFocused: accent,
  },
};
