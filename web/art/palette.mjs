// The colours of every drawing, from the design tokens of the site.

/** Tones that do not change with the paint. */
export const tone = {
  ground: "#FBF7F0",
  sand: "#F3EADB",
  sandDeep: "#E6D7BE",
  shadow: "#D3C1A3",
  ink: "#1E1C24",
  tyre: "#2A2832",
  tyreLight: "#45424F",
  black: "#1E1C24",
  graphite: "#35323D",
  steelDark: "#5B5764",
  steel: "#8E8996",
  steelLight: "#C5C1CA",
  chrome: "#ECE9EF",
  seat: "#2E2A33",
  seatLight: "#4C4652",
  lamp: "#FFE9A8",
  lampEdge: "#FFF7DD",
  amber: "#F2A032",
  red: "#D0352B",
  glass: "#BFD3DF",
};

/**
 * The paints on offer. base, shade and light are one colour under three lights; trim is the second
 * tone of the bodywork (stripe, side panel) and deck its shade.
 */
export const paint = {
  majorelle: { base: "#3D3CC8", shade: "#2B2A96", light: "#7170EE", trim: "#EADBBE", deck: "#C5AE87" },
  terracotta: { base: "#C0532A", shade: "#8C3A1A", light: "#E98A60", trim: "#EADBBE", deck: "#C5AE87" },
  mint: { base: "#238465", shade: "#16593F", light: "#57B896", trim: "#EADBBE", deck: "#C5AE87" },
  saffron: { base: "#F2B632", shade: "#C4860F", light: "#FFDB85", trim: "#3A3644", deck: "#232029" },
  night: { base: "#3A3750", shade: "#22202F", light: "#67637F", trim: "#F2B632", deck: "#C4860F" },
  sand: { base: "#DDBF8C", shade: "#B08F57", light: "#F5E5C6", trim: "#A6431F", deck: "#7C3014" },
};
