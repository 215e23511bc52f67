<?php
/**
 * WordPress's configuration for the demo. What differs between two sites stands in settings.json, beside the
 * document root and outside of what the web server serves.
 */
$cux_site = dirname( __DIR__ );
$cux_settings = json_decode( file_get_contents( $cux_site . '/settings.json' ), true, 8, JSON_THROW_ON_ERROR );

define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'unused' );
define( 'DB_PASSWORD', 'unused' );
define( 'DB_HOST', 'unused' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'DB_DIR', $cux_site . '/database/' );
define( 'DB_FILE', 'wordpress.sqlite' );
$table_prefix = 'wp_';

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $cux_purpose ) {
	define( $cux_purpose . '_KEY', $cux_settings['secret'] . $cux_purpose . 'key' );
	define( $cux_purpose . '_SALT', $cux_settings['secret'] . $cux_purpose . 'salt' );
}

define( 'WP_HOME', $cux_settings['origin'] );
define( 'WP_SITEURL', $cux_settings['origin'] );
// The demo needs no network: WordPress asks no other host, updates nothing and starts no jobs of its own.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'DISABLE_WP_CRON', true );
// One address per script: concatenation builds query strings that the development server answers slowly.
define( 'CONCATENATE_SCRIPTS', false );

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
