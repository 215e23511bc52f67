<?php
/**
 * Trouble that a real site may make, as long as trouble.json beside the document root asks for it. For the end-to-end
 * table; a demo's site has no such file.
 */
$cux_file    = dirname( __DIR__, 3 ) . '/trouble.json';
$cux_trouble = is_readable( $cux_file ) ? json_decode( file_get_contents( $cux_file ), true ) : array();

// WordPress gives out application passwords over HTTPS only; this site is on this machine.
add_filter( 'wp_is_application_passwords_available', '__return_true' );

if ( ! empty( $cux_trouble['classic'] ) ) {
	add_filter( 'use_block_editor_for_post', '__return_false', 100 );
}

// Meta boxes of the old kind make the editor do without its iframe.
if ( ! empty( $cux_trouble['no_iframe'] ) ) {
	add_action(
		'add_meta_boxes',
		static function () {
			add_meta_box( 'cux-old', 'Old box', static function () {}, 'post' );
		}
	);
}

$cux_publishes = static function ( $post ) {
	return 'post' === $post->post_type && 'publish' === $post->post_status;
};

// "before": the answer is an error and nothing was written. "after": it was written, and the answer is an error all the same.
if ( 'before' === ( $cux_trouble['fail'] ?? '' ) ) {
	add_filter(
		'rest_pre_insert_post',
		static function ( $prepared ) {
			if ( 'publish' === ( $prepared->post_status ?? '' ) ) {
				status_header( 500 );
				exit;
			}
			return $prepared;
		}
	);
}
if ( 'after' === ( $cux_trouble['fail'] ?? '' ) ) {
	add_action(
		'rest_after_insert_post',
		static function ( $post ) use ( $cux_publishes ) {
			if ( $cux_publishes( $post ) ) {
				status_header( 500 );
				exit;
			}
		}
	);
}

// The tour that was closed opens again, as it does where the site is slow to keep the preference: "writing" when the first
// word has been written, "menu" over the menu of the options as soon as that is open.
$cux_tour_comes = array(
	'writing' => 'wp.data.select( "core/editor" ).isEditedPostDirty()',
	'menu'    => 'document.querySelector( "[role=menu][aria-label=Options]" ) !== null',
);
$cux_tour_when  = $cux_tour_comes[ $cux_trouble['tour'] ?? '' ] ?? null;
if ( null !== $cux_tour_when ) {
	add_action(
		'enqueue_block_editor_assets',
		static function () use ( $cux_tour_when ) {
			wp_add_inline_script(
				'wp-edit-post',
				'( () => { let closed = false, again = false; const look = () => {
					const select = wp.data.select( "core/edit-post" );
					if ( ! select || again ) return;
					closed ||= ! select.isFeatureActive( "welcomeGuide" );
					if ( ! closed || ! ( ' . $cux_tour_when . ' ) ) return;
					again = true;
					setTimeout( () => wp.data.dispatch( "core/edit-post" ).toggleFeature( "welcomeGuide" ) );
				};
				wp.data.subscribe( look );
				new MutationObserver( look ).observe( document, { childList: true, subtree: true } ); } )();'
			);
		}
	);
}
